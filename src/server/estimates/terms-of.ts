import type { EstimateTerms } from '#estimating/content-hash.ts'
import { textOf } from './read-value.ts'
import type { StoredVersion } from './stored-version.ts'

/** What a stored version says beside what its sums are made of. */
export const termsOf = ({ version, lines }: Pick<StoredVersion, 'version' | 'lines'>): EstimateTerms => ({
  priceDate: textOf(version.attributes, 'price_date'),
  region: textOf(version.attributes, 'region'),
  customerText: textOf(version.attributes, 'customer_text'),
  nodes: lines.flatMap(({ id, attributes }) => {
    const customerText = textOf(attributes, 'customer_text')
    const hidden = attributes.visible_to_customer === false
    return customerText === null && !hidden ? [] : [{ id, customerText, hidden }]
  }),
})
