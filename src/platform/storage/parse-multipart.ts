/** One part of a form. */
export interface FormPart {
  name: string
  isFile: boolean
  type: string
  bytes: Buffer
}

const mostParts = 20
const blank = Buffer.from('\r\n\r\n')

/** The parts of a `multipart/form-data` body; null when it is not well formed. Nothing is copied. */
export function parseMultipart(body: Buffer, contentType: string): FormPart[] | null {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))/i.exec(contentType) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return null
  const line = Buffer.from(`--${boundary}`)
  const between = Buffer.from(`\r\n--${boundary}`)
  let at = body.indexOf(line)
  if (at < 0) return null
  at += line.length
  const parts: FormPart[] = []
  while (parts.length < mostParts) {
    if (body.toString('latin1', at, at + 2) === '--') return parts
    if (body.toString('latin1', at, at + 2) !== '\r\n') return null
    const head = body.indexOf(blank, at)
    const end = head < 0 ? -1 : body.indexOf(between, head + 2)
    if (end < 0 || head - at > 8192) return null
    const headers = body.toString('utf8', at + 2, head)
    const [, name = ''] =
      /^content-disposition:\s*form-data;[^\r\n]*\bname="([^"\r\n]*)"/im.exec(headers) ?? []
    const [, type = 'application/octet-stream'] = /^content-type:\s*([^\r\n]{1,200})/im.exec(headers) ?? []
    parts.push({
      name,
      isFile: /^content-disposition:[^\r\n]*\bfilename\*?=/im.test(headers),
      type: type.trim(),
      bytes: body.subarray(Math.min(head + 4, end), end),
    })
    at = end + between.length
  }
  return null
}
