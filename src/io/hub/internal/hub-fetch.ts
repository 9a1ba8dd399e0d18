/**
 * `fetch`, which tells the access token to the hub alone: a hub's answers name the addresses of stores and of further pages,
 * and some of them are asked with the token.
 */
export function hubFetch(hubUrl: string, signal: AbortSignal | undefined): typeof fetch {
  const { origin } = new URL(hubUrl);
  return (input, init) => {
    const headers = new Headers(init?.headers);
    const url = input instanceof Request ? input.url : input;
    if (new URL(url).origin !== origin) headers.delete('authorization');
    return fetch(input, { ...init, headers, ...(signal !== undefined && { signal }) });
  };
}
