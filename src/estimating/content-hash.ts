import { isJsonObject } from '#base/json.ts'
import type { EstimateDocument } from './estimate-document.ts'
import { parseFixed, plainText } from './fixed.ts'
import { numberFields } from './name-bad-numbers.ts'

/** What a version says beside what its sums are made of: it was priced for a day, and the customer reads its texts. */
export interface EstimateTerms {
  priceDate: string | null
  region: string | null
  customerText: string | null
  /** Of the nodes that have one, and of those a customer does not see. */
  nodes: readonly { id: string; customerText: string | null; hidden: boolean }[]
}

/** The form that versions are hashed by now. Form 1 left the terms out; what was hashed by it is checked by it. */
export const hashForm = 2

/**
 * The SHA-256 of what an estimate says, as 64 hexadecimal digits: what is signed, and what anybody can reckon again. The
 * same for equal contents however they were written: `1.50` and `1.5`, absent and null, keys and nodes in any order. The
 * order of markups counts, because they build on each other. Texts count letter by letter. With terms it is of form 2,
 * without of form 1.
 * @example await contentHash(document, terms) // '9f86d081884c7d65…'
 */
export async function contentHash(document: EstimateDocument, terms?: EstimateTerms): Promise<string> {
  const bytes = new TextEncoder().encode(canonicalEstimate(document, terms))
  const digest = await globalThis.crypto.subtle.digest('SHA-256', bytes)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The text that is hashed: JSON with sorted keys, plain decimals, nothing that is null, nodes by id, VAT rates by code.
 * `form` would change with this function, so that no hash of one form can pass for one of another.
 */
export const canonicalEstimate = (
  { nodes, vatRates, ...rest }: EstimateDocument,
  terms?: EstimateTerms,
): string =>
  JSON.stringify(
    plainParts({
      ...rest,
      form: terms ? hashForm : 1,
      ...(terms && { terms: { ...terms, nodes: [...terms.nodes].sort(byText(({ id }) => id)) } }),
      nodes: [...nodes].sort(byText(({ id }) => id)),
      vatRates: [...vatRates].sort(byText(({ code }) => code)),
    }),
  )

const byText =
  <T>(textOf: (part: T) => string) =>
  (a: T, b: T): number =>
    textOf(a) < textOf(b) ? -1 : 1

/** Keys are written in the order in which they are put in, so they are put in sorted. */
function plainParts(part: object): Record<string, unknown> {
  const kept = Object.entries(part).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(
    kept.sort(byText(([key]) => key)).map(([key, value]) => [key, plainValue(key, value)]),
  )
}

function plainValue(key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => plainValue('', part))
  if (isJsonObject(value)) return plainParts(value)
  return typeof value === 'string' && numberFields.has(key) ? plainText(parseFixed(value)) : value
}
