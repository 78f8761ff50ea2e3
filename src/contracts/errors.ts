/**
 * Every code the API answers with, its status and its plain text. The texts of the specification's error catalogue
 * stand here word for word; a handler may give a more exact message, never another code.
 */
export const errorCatalogue = {
  unauthorized: { status: 401, text: 'unauthorized' },
  insufficient_aal: { status: 403, text: 'This needs a second factor.' },
  reauthentication_needed: { status: 403, text: 'This needs a recent sign-in. Confirm that it is you.' },
  forbidden: { status: 403, text: 'You may not do this.' },
  field_forbidden: { status: 403, text: 'You may not change one of these fields.' },
  tenant_mismatch: { status: 403, text: 'This address belongs to another workspace.' },
  not_found: { status: 404, text: 'not_found' },
  tenant_selection_required: { status: 409, text: 'tenant_selection_required' },
  gone: { status: 410, text: 'This link was used or has expired.' },
  edit_conflict: { status: 412, text: 'Somebody else changed the same values.' },
  too_large: { status: 413, text: 'This is larger than the limit.' },
  quota_exceeded: {
    status: 413,
    text: 'The storage of this workspace is full. Remove files, or ask for more room.',
  },
  unsupported_media_type: { status: 415, text: 'Send JSON with Content-Type application/json.' },
  bad_request: { status: 400, text: 'The request could not be read.' },
  unknown_field: { status: 400, text: 'There is no such field.' },
  invalid: { status: 422, text: 'Some values are not valid.' },
  not_unique: { status: 422, text: 'This value is used already.' },
  in_use: { status: 422, text: 'This is in use and cannot be deleted.' },
  idempotency_mismatch: { status: 422, text: 'This Idempotency-Key was used for another request.' },
  in_progress: { status: 425, text: 'The same request is in progress.' },
  precondition_required: { status: 428, text: 'Say which version you saw.' },
  rate_limited: { status: 429, text: 'Too many requests. Please wait a moment.' },
  internal: { status: 500, text: 'Something went wrong on our side.' },
  unavailable: { status: 503, text: 'The service is not available right now.' },
  query_timeout: { status: 503, text: 'This question took too long.' },
  storage_full: { status: 507, text: 'There is no space left for files.' },
} as const satisfies Record<string, { status: number; text: string }>

export type ErrorCode = keyof typeof errorCatalogue

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
  error: { code: ErrorCode; message: string; details?: unknown; requestId: string }
}
