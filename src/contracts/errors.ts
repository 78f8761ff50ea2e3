import type { Message } from '#base/saying.ts'

/** Every code the API answers with, and its status. Their texts stand in `error-texts.ts`, which no browser needs. */
export const errorStatuses = {
  unauthorized: 401,
  insufficient_aal: 403,
  reauthentication_needed: 403,
  forbidden: 403,
  field_forbidden: 403,
  tenant_mismatch: 403,
  not_found: 404,
  tenant_selection_required: 409,
  gone: 410,
  edit_conflict: 412,
  too_large: 413,
  quota_exceeded: 413,
  unsupported_media_type: 415,
  bad_request: 400,
  unknown_field: 400,
  invalid: 422,
  not_unique: 422,
  in_use: 422,
  idempotency_mismatch: 422,
  in_progress: 425,
  precondition_required: 428,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  query_timeout: 503,
  storage_full: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatuses

/** What is said where an answer has no words of its own. */
export const fallbackTexts = {
  bad_request: 'The request could not be read.',
  internal: 'Something went wrong on our side.',
} as const

/** The texts the client shows; `{subdomain}` is filled in. Source: specification section 8 (ledger X). */
export const clientTexts = {
  accessDeniedHeading: 'Access denied to workspace {{subdomain}}',
  accessDeniedBody: "You don't have access to workspace {{subdomain}}",
  workspaceConnectionFailed: 'Failed to connect to workspace. Please check your connection and try again.',
  retryConnection: 'Retry Connection',
  backendUnavailableBanner: 'Backend server is unavailable. Some features may be limited.',
  retry: 'Retry',
  authenticationFailed: 'Authentication failed. Please sign in again.',
  checkStatusFailed: 'Failed to check authentication status',
  initializeFailed: 'Failed to initialize authentication',
  sessionExpired: 'Session expired. Please sign in again.',
  backendUnavailableSelect: 'Backend server unavailable. Please try selecting your workspace.',
  provideAttributesOrFields: "Provide either 'attributes' or 'fields'",
  provideEmailOrPhone: 'You must provide either an email or phone number and a password',
  tryAgain: 'Try Again',
  signInAgain: 'Sign In Again',
} as const

/** The body of every refusal under /api. */
export interface ErrorBody {
  error: Message & { code: ErrorCode; details?: unknown; requestId: string }
}
