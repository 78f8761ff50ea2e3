import { isJsonObject } from '#base/json.ts'
import type { Message } from '#base/saying.ts'

/** One thing why something in the background failed; `path`: which input it is about. */
export interface Reason extends Message {
  path?: string
}

/** Whether a value the system wrote down is why something failed: messages, each for the reader's language. */
export const isReasons = (value: unknown): value is Reason[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isJsonObject(one) && typeof one['message'] === 'string')
