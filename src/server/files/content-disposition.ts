/**
 * The header that names a download (RFC 6266): a plain ASCII name for old programs and the real one in UTF-8. Nothing in
 * a name can end the header or become a path.
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/["\\%;/:*?<>|]/g, '_')
    .trim()
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain === '' ? 'download' : plain}"; filename*=UTF-8''${encoded}`
}

/** A file name as we keep it: the last part of a path, without control and direction marks, at most 200 characters. */
export function cleanFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Surrogate}\u2028\u2029]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  if (clean.length <= 200) return clean === '' ? 'file' : clean
  const dot = clean.lastIndexOf('.')
  const ending = dot > clean.length - 12 ? clean.slice(dot) : ''
  return clean.slice(0, 200 - ending.length) + ending
}

/** The name of a file that is made of something with a title, in which a slash is no folder. */
export const titledFileName = (title: string, ending: string): string =>
  cleanFileName(`${title.replaceAll(/[/\\]/g, '-')}.${ending}`)
