import { createHash } from 'node:crypto'
import { isJsonObject } from '#base/json.ts'
import { newId } from '#base/ids.ts'
import type { Row } from '#contracts/query.ts'
import { detectType } from '../../files/detect-type.ts'
import { insertFile } from '../../files/keep-file.ts'
import { stripMetadata } from '../../files/pictures/strip-metadata.ts'
import { fileById } from '../../files/stored-file.ts'
import type { RecordContext } from '../../records/record-context.ts'
import type { Services } from '../../services.ts'
import { largestPicture, mostPictureBytes, type BcfPicture } from './bcf-topic.ts'

/** What BCF takes as a picture. */
const endings: Readonly<Record<string, BcfPicture['ending']>> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** The id of the first picture that a view has. */
export function pictureOf(row: Row | undefined): string | null {
  const list: unknown = row?.['snapshot']
  const first: unknown = Array.isArray(list) ? list[0] : null
  return isJsonObject(first) && typeof first['id'] === 'string' ? first['id'] : null
}

/** Reads pictures of views, as far as a BCF file takes them: PNG and JPEG, none too large, and not too much together. */
export function pictureReader(context: RecordContext, { files }: Services) {
  let whole = 0
  return async (row: Row): Promise<{ picture: BcfPicture | null; leftOut: boolean }> => {
    const id = pictureOf(row)
    const file = id === null ? undefined : await fileById(context, id)
    if (!file) return { picture: null, leftOut: false }
    const ending = endings[file.type]
    if (!ending || file.size > largestPicture || whole + file.size > mostPictureBytes)
      return { picture: null, leftOut: true }
    whole += file.size
    const bytes = new Uint8Array(await new Response(await files.stream(file.storage_key)).arrayBuffer())
    return { picture: { bytes, ending }, leftOut: false }
  }
}

/** A picture that was taken in, or that the view has already. */
interface TakenPicture {
  id: string
  /** Where its bytes lie, if they are new. */
  key: string | null
}

/** Keeps a picture of a BCF file for a view; null for what is no picture. One that the view has is not kept twice. */
export async function takePicture(
  context: RecordContext,
  { files }: Services,
  { bytes: given }: BcfPicture,
  before: string | null,
): Promise<TakenPicture | null> {
  const clean = await cleanPicture(given)
  if (!clean) return null
  const { bytes, type } = clean
  const sha256 = createHash('sha256').update(bytes).digest()
  const kept = before === null ? undefined : await fileById(context, before)
  if (kept?.sha256 === sha256.toString('hex')) return { id: kept.id, key: null }
  const key = files.newKey(context.caller.tenantId)
  await files.put(key, bytes)
  const file = { id: newId(), name: `snapshot.${endings[type] ?? 'png'}`, type, size: bytes.byteLength }
  await insertFile(context.tx, context.caller, { ...file, sha256, key })
  return { id: file.id, key }
}

async function cleanPicture(given: Uint8Array): Promise<{ bytes: Buffer; type: string } | null> {
  try {
    const bytes = Buffer.from(given)
    const type = await detectType(bytes, 'snapshot')
    return Object.hasOwn(endings, type) ? { bytes: stripMetadata(type, bytes), type } : null
  } catch {
    // Neither a picture nor whole.
    return null
  }
}
