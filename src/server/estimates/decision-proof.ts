import { createHash } from 'node:crypto'
import { canonicalJson } from '#base/json.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { noneChosen } from './offered-choice.ts'
import { textOf } from './read-value.ts'

type Values = Readonly<Record<string, unknown>>

/** What the proof of a decision counts today; decisions without a form have the one that was first. */
export const proofForm = 2

/** What of a decision is counted, in the forms that there are. */
const counted = [
  'version',
  'content_hash',
  'pdf_sha',
  'terms_version',
  'net',
  'vat',
  'gross',
  'decision',
  'terms',
  'chosen',
  'chosen_lineages',
  'accepted_version',
  'signer_name',
  'signer_email',
  'signer_address',
  'signer_agent',
  'signature',
  'comment',
  'decided_at',
  'decided_by',
  'previous_hash',
] as const

/**
 * Whether a workspace keeps all that the proof counts. One that took decisions in earlier has the form that was first until
 * it takes up today's model; nobody could work out again what is not kept.
 */
export const countsAll = (model: ModelInfo): boolean =>
  [...counted, 'proof_form'].every((key) => model.fields.has(key)) &&
  model.fields.get('proof_form')?.field.derived === true

/**
 * The proof of a decision as it is kept: a hash of all that was seen and given, and of the proof before it.
 * @param agreed the hash of the content of the version that was agreed, where one was
 */
export const proofOf = (decision: Values, agreed: string | null): string => {
  const proof = decision.proof_form === proofForm ? today(decision, agreed) : atFirst(decision, agreed)
  return createHash('sha256').update(canonicalJson(proof)).digest('hex')
}

const today = (decision: Values, agreed: string | null): Record<string, unknown> => ({
  form: proofForm,
  agreed,
  ...Object.fromEntries(counted.map((key) => [key, decision[key] ?? null])),
})

/** Without terms, account and origin; a choice and a signature were counted where there were any. */
function atFirst(decision: Values, agreed: string | null): Record<string, unknown> {
  const { version, content_hash, pdf_sha, net, vat, gross, signer_name, signature, comment } = decision
  const other = textOf(decision, 'accepted_version')
  const isOther = other !== null && other !== version
  return {
    version,
    content_hash,
    pdf_sha,
    net,
    vat,
    gross,
    ...(isOther && { chosen: chosenIn(decision), agreed }),
    decision: decision.decision,
    signer_name,
    ...(signature ? { signature } : {}),
    comment,
    by: decision.decided_by,
    at: decision.decided_at,
    previous: decision.previous_hash ?? null,
  }
}

const chosenIn = (decision: Values): string[] => {
  const given = textOf(decision, 'chosen')
  return given === null || given === noneChosen ? [] : [...new Set(given.split(','))].toSorted()
}
