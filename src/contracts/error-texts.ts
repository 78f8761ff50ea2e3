import { fallbackTexts, type ErrorCode } from './errors.ts'

/**
 * The plain text of every code. The texts of the specification's error catalogue stand here word for word; a handler may
 * give a more exact message, never another code.
 */
export const errorTexts: Readonly<Record<ErrorCode, string>> = {
  ...fallbackTexts,
  unauthorized: 'unauthorized',
  insufficient_aal: 'This needs a second factor.',
  reauthentication_needed: 'This needs a recent sign-in. Confirm that it is you.',
  forbidden: 'You may not do this.',
  field_forbidden: 'You may not change one of these fields.',
  tenant_mismatch: 'This address belongs to another workspace.',
  not_found: 'not_found',
  tenant_selection_required: 'tenant_selection_required',
  gone: 'This link was used or has expired.',
  edit_conflict: 'Somebody else changed the same values.',
  too_large: 'This is larger than the limit.',
  quota_exceeded: 'The storage of this workspace is full. Remove files, or ask for more room.',
  unsupported_media_type: 'Send JSON with Content-Type application/json.',
  unknown_field: 'There is no such field.',
  invalid: 'Some values are not valid.',
  not_unique: 'This value is used already.',
  in_use: 'This is in use and cannot be deleted.',
  idempotency_mismatch: 'This Idempotency-Key was used for another request.',
  in_progress: 'The same request is in progress.',
  precondition_required: 'Say which version you saw.',
  rate_limited: 'Too many requests. Please wait a moment.',
  unavailable: 'The service is not available right now.',
  query_timeout: 'This question took too long.',
  storage_full: 'There is no space left for files.',
}
