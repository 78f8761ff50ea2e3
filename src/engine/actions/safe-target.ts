import { ExpressionError } from '#expressions/expression-error.ts'

export type Target = { kind: 'inside'; path: string } | { kind: 'outside'; url: string }

/**
 * Where an address leads: a place of this application (`/…`, `?…`, `#…`) or an http(s), mailto or tel address outside.
 * Anything else (`javascript:`, `data:`, `//host`, control characters) throws `ExpressionError`.
 */
export function safeTarget(address: string): Target {
  if (/^(?:\/(?![/\\])|[?#])[^\s\\\p{Cc}]*$/u.test(address)) return { kind: 'inside', path: address }
  if (/^(?:https?:\/\/|mailto:|tel:)[^\s\\\p{Cc}]+$/iu.test(address)) return { kind: 'outside', url: address }
  throw new ExpressionError('expression_type', 'This address cannot be opened.')
}
