import { fileTypeFromBuffer } from 'file-type'
import { allowedTypes, isText, looksLikePage, textTypes } from '../files/detect-type.ts'

const safeText = new Set(Object.values(textTypes))

/**
 * The type under which an object of a bucket is kept, from its first bytes. What a sender says decides between kinds of
 * plain text only; pages, programs and whatever else is not on the list of files are bytes that are only downloaded.
 */
export async function objectType(head: Uint8Array, name: string, said: string): Promise<string> {
  const found = await fileTypeFromBuffer(head)
  if (found) return allowedTypes.has(found.mime) ? found.mime : 'application/octet-stream'
  if (head.byteLength === 0) return plainTextType(name, said)
  // The last character of the beginning may be cut in two.
  if (!isText(head.subarray(0, lastWhole(head))) || looksLikePage(head)) return 'application/octet-stream'
  return plainTextType(name, said)
}

function plainTextType(name: string, said: string): string {
  const plain = said.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const byName = Object.hasOwn(textTypes, ending) ? textTypes[ending] : undefined
  const type = safeText.has(plain) && plain !== 'text/plain' ? plain : (byName ?? 'text/plain')
  return type.startsWith('text/') ? `${type};charset=UTF-8` : type
}

function lastWhole(bytes: Uint8Array): number {
  let end = bytes.byteLength
  while (end > bytes.byteLength - 4 && end > 0 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end -= 1
  return end > 0 && (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.byteLength
}
