import { isJsonObject } from '#base/json.ts'
import type { Reason } from './api/workflows.ts'

/** Whether a value the system wrote down is why a step of a run failed: messages, each for the reader's language. */
export const isReasons = (value: unknown): value is Reason[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isJsonObject(one) && typeof one['message'] === 'string')
