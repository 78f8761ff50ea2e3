import { fileTypeFromBuffer } from 'file-type'
import { AppError } from '#base/app-error.ts'

/** What may be uploaded, by what the bytes say. Pictures with script in them (SVG), pages and programs are not among it. */
export const allowedTypes: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/tiff',
  'image/bmp',
  'application/pdf',
  'application/zip',
  'application/rtf',
  'video/mp4',
  'video/quicktime',
  'audio/mpeg',
  'audio/x-m4a',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/x-cfb',
])

/** Pictures a browser may show in the page; everything else is only downloaded. */
export const shownInline: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'image/avif',
])

// Files of text have no signature: they are what their name says, as long as they are text.
export const textTypes: Readonly<Record<string, string>> = {
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  ifc: 'application/x-step',
  dxf: 'image/vnd.dxf',
  bc3: 'text/plain',
  x83: 'text/plain',
  x84: 'text/plain',
  d83: 'text/plain',
  eml: 'message/rfc822',
  ics: 'text/calendar',
  vcf: 'text/vcard',
}

/** Whether bytes are text: UTF-8, or one byte a letter. */
export function isText(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    // Not UTF-8: older programs write Windows-1252, in which only few control characters occur.
    return !bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))
  }
}

// A page may hide behind any name; served as text and as a download it would do nothing, but nobody needs it here.
export const looksLikePage = (bytes: Uint8Array): boolean =>
  /^\s*(?:<\?xml|<!doctype|<html|<svg|<script|<head|<body|<!--)/i.test(
    Buffer.from(bytes.subarray(0, 512)).toString('latin1').replace(/^ï»¿/, ''),
  )

/** The type of a file from its bytes. Throws 415 `unsupported_media_type` for what is not on the list. */
export async function detectType(bytes: Uint8Array, name: string): Promise<string> {
  const found = await fileTypeFromBuffer(bytes)
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  if (found && allowedTypes.has(found.mime)) return found.mime
  const textType = Object.hasOwn(textTypes, ending) ? textTypes[ending] : undefined
  const isGaeb = /^[xd]8\d$/.test(ending)
  if (!found && textType !== undefined && isText(bytes) && !looksLikePage(bytes)) return textType
  if (isGaeb && (!found || found.mime === 'application/xml') && isText(bytes)) return 'text/plain'
  throw new AppError('unsupported_media_type', 'Files of this kind cannot be uploaded.')
}
