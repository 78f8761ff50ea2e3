// XML 1.0 has no place for most control characters; a spreadsheet would call the file damaged.
const forbidden = /[^\t\n\r\u0020-\uFFFD]/g

/** Text as it stands in the XML of a workbook. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/\p{Surrogate}/gu, '')
    .replaceAll(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;')
