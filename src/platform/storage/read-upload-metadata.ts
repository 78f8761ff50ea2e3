import { checkBucketName, checkName } from './names.ts'
import { cacheSeconds, userMetadata } from './read-upload.ts'
import { invalidParameter } from './storage-error.ts'
import type { ObjectOptions } from './store-object.ts'

// What upload programs of browsers add by themselves says nothing that counts here.
const known = new Set(
  'bucketName objectName contentType cacheControl metadata upsert recordFile filename filetype name type relativePath'.split(
    ' ',
  ),
)

/** What an upload in pieces is to become: an object of a bucket, or (`recordFile`) a file that a record can hold. */
export function readUploadMetadata(sent: Readonly<Record<string, string | null>>): {
  bucket: string | null
  name: string
  options: ObjectOptions
} {
  for (const key of Object.keys(sent)) if (!known.has(key)) throw invalidParameter(`${key} is not known`)
  const { bucketName, objectName, contentType, cacheControl, metadata, filename, filetype } = sent
  const options: ObjectOptions = {
    type: (contentType ?? filetype ?? '').slice(0, 200),
    cacheSeconds: cacheSeconds(cacheControl ?? undefined),
    metadata: metadata === undefined || metadata === null ? null : userMetadata(metadata),
    upsert: sent['upsert'] === 'true',
  }
  if (sent['recordFile'] !== '1')
    return { bucket: checkBucketName(bucketName), name: checkName(objectName), options }
  if (!filename || filename.length > 300) throw invalidParameter('filename says what the file is called')
  return { bucket: null, name: filename, options }
}
