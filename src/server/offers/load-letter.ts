import type { Language } from '#contracts/language.ts'
import { must } from '#base/assert.ts'
import { isAddress } from '#contracts/address.ts'
import type { EstimateDocument } from '#estimating/estimate-document.ts'
import { offerOf, type Untold } from '#estimating/exchange/offer/offer-of.ts'
import { roundingSentence } from '#estimating/rounding-policy.ts'
import { documentOf } from '../estimates/document-of.ts'
import { textOf } from '../estimates/read-value.ts'
import { loadVersion, modelNamed, type StoredVersion } from '../estimates/stored-version.ts'
import type { OfferLetter } from '../exchange/pdf/offer-letter.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects, type StoredObject } from '../records/stored-object.ts'
import { letterheadOf } from '../tenants/letterhead.ts'
import { customerOf, languageOf } from './offer-language.ts'
import { plainLogo } from './plain-logo.ts'

/**
 * The letter that offers a version, read as the product: it holds what a customer may know and nothing else, so whoever may
 * see the version may have it.
 * @param language null for that of the customer
 */
export async function loadLetter(
  context: RecordContext,
  id: string,
  language: Language | null,
): Promise<OfferLetter> {
  const stored = await loadVersion(context, id)
  const version = stored.version.attributes
  const estimates = modelNamed(context, 'estimates')
  const [estimate] = await loadObjects(context, estimates, [must(textOf(version, 'estimate'))])
  const customer = await customerOf(context, must(estimate))
  const head = await letterheadOf(context.tx, context.caller.tenantId)
  const spoken = language ?? languageOf(customer)
  const document = documentOf(stored)
  const issuedOn = textOf(version, 'issued_at')
  return {
    language: spoken,
    sender: {
      name: context.caller.tenantName,
      letterhead: head.letterhead,
      accent: head.accent,
      logo: await plainLogo(head.logo),
    },
    recipient: customer ? recipientOf(customer) : [],
    number: textOf(must(estimate).attributes, 'number') ?? '',
    name: textOf(must(estimate).attributes, 'name') ?? '',
    project: await projectOf(context, must(estimate)),
    version: textOf(version, 'title') ?? '',
    issuedOn,
    validUntil: textOf(version, 'valid_until'),
    words: textOf(version, 'customer_text'),
    terms: head.offer_terms,
    rounding: roundingSentence(document.rounding, spoken),
    contentHash: issuedOn === null ? null : textOf(version, 'content_hash'),
    offer: offerOf(withWords(document, stored), untoldOf(stored)),
  }
}

/** With what is written on a line for everybody, and what is written for the customer. */
function withWords(document: EstimateDocument, { lines }: StoredVersion): EstimateDocument {
  const rows = new Map(lines.map((row) => [row.id, row.attributes]))
  const textAt = (id: string): string | null => {
    const row = rows.get(id) ?? {}
    const words = [textOf(row, 'text'), textOf(row, 'customer_text')].filter((text) => text !== null)
    return words.length > 0 ? words.join('\n') : null
  }
  return { ...document, nodes: document.nodes.map((node) => ({ ...node, text: textAt(node.id) })) }
}

/** What the customer is not shown. */
export const untoldOf = ({ lines, markups }: StoredVersion): Untold => ({
  nodes: new Set(
    lines.filter(({ attributes }) => attributes.visible_to_customer === false).map(({ id }) => id),
  ),
  markups: new Set(
    markups
      .filter(({ attributes }) => attributes.visible !== true)
      .map(({ attributes }) => textOf(attributes, 'key') ?? ''),
  ),
})

function recipientOf({ attributes }: StoredObject): string[] {
  const name = textOf(attributes, 'name') ?? ''
  const address = attributes.address
  return [name, ...addressLines(address)].filter((line) => line !== '')
}

/** A workspace keeps an address in its parts, or as text. */
function addressLines(address: unknown): string[] {
  if (typeof address === 'string') return address.split(/\n|, */)
  if (!isAddress(address)) return []
  const { street = '', extra = '', postal_code = '', city = '', region = '', country = '' } = address
  return [street, extra, [postal_code, city].filter(Boolean).join(' '), region, country]
}

async function projectOf(context: RecordContext, estimate: StoredObject): Promise<string | null> {
  const model = context.workspace.models.get('projects')
  const id = textOf(estimate.attributes, 'project')
  if (!model || id === null) return null
  const [project] = await loadObjects(context, model, [id])
  return project ? textOf(project.attributes, 'name') : null
}
