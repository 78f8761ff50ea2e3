import { isJsonObject } from '#base/json.ts'
import type { StoredFile } from '#contracts/api/files.ts'

/** A file that was chosen without connection: its bytes wait on this device, and its id is known here alone. */
export interface KeptFile extends StoredFile {
  kept: true
}

/** Bytes of a file up to which it is sent whole, and begins anew when it does not arrive. */
export const wholeUpTo = 1024 * 1024

/** Whether a value of a form stands for a file on this device. */
export const isKept = (value: unknown): value is KeptFile =>
  isJsonObject(value) && value['kept'] === true && typeof value['id'] === 'string'

/** The files of what is to be written whose bytes wait on this device. */
export const keptIn = (body: Record<string, unknown>): KeptFile[] =>
  Object.values(body).flatMap((value) => (Array.isArray(value) ? value.filter(isKept) : []))
