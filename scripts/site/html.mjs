/** @returns Text that HTML shows as it is, between tags and in attributes. */
export function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);
}

/** The inverse of `escapeHtml`, for attributes. */
export function unescapeHtml(html) {
  return html.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name],
  );
}
