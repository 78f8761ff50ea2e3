import type { Context } from 'hono'
import { contentDisposition } from '../files/content-disposition.ts'
import { shownInline } from '../files/detect-type.ts'
import type { StoredFile } from '../files/stored-file.ts'
import type { Services } from '../services.ts'
import { sendBytes } from './send-bytes.ts'

/** A kept file to whoever may have it: shown where that is safe and wished, to be kept otherwise. */
export function sendFile(
  context: Context,
  files: Services['files'],
  file: StoredFile,
  shown: boolean,
): Promise<Response> {
  const inline = shown && shownInline.has(file.type)
  const headers = {
    'Content-Type': file.type,
    'Content-Disposition': contentDisposition(inline ? 'inline' : 'attachment', file.name),
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
    'Cache-Control': 'private, no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  return sendBytes(context, { ...file, headers }, (range) => files.stream(file.storage_key, range))
}
