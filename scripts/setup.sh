#!/usr/bin/env bash
# Installs what the tests need beside Node: Python for the sandbox, bubblewrap to contain it, Redis for its queue,
# g++ for its C++ programs, openssl for its TLS, Chromium for the browser tests. Debian and Ubuntu; does nothing where everything is already there.
set -euo pipefail

needed=()
command -v python3 >/dev/null || needed+=(python3)
command -v bwrap >/dev/null || needed+=(bubblewrap)
command -v redis-server >/dev/null || needed+=(redis-server)
command -v openssl >/dev/null || needed+=(openssl)
command -v g++ >/dev/null || needed+=(g++)
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || needed+=(chromium)
ldconfig -p | grep 'libvulkan\.so\.1' >/dev/null || needed+=(libvulkan1)
if [ ${#needed[@]} -gt 0 ]; then
  sudo=''
  [ "$(id -u)" = 0 ] || sudo='sudo'
  export DEBIAN_FRONTEND=noninteractive
  $sudo apt-get update -qq
  $sudo apt-get install -y -qq --no-install-recommends "${needed[@]}"
fi
