import { must } from '#base/assert.ts'
import { chargeVat, vatOn } from './charge-vat.ts'
import { discountOn } from './discount-on.ts'
import { resourceTypes, type ResourceType } from './estimate-document.ts'
import type { RolledSums } from './estimate-sums.ts'
import type { EstimateSummary, VatTotals } from './estimate-totals.ts'
import type { LinePlace } from './estimate-tree.ts'
import { addFixed, isZero, plainText, subtractFixed, sumFixed, type Fixed } from './fixed.ts'
import { cascadeMarkups, type MarkupAmount } from './markup-cascade.ts'
import { moneyText } from './money-text.ts'
import { spreadMarkups, type Spread } from './spread-markups.ts'
import { addByCode, addToCode, negateByCode, noAmounts, type ByCode } from './vat-codes.ts'

/** The end of an estimate, still exact numbers. */
export interface Reckoning {
  markups: MarkupAmount[]
  spread: Spread
  /** The lines that count, in their order; empty when no markup goes into the rates. */
  lines: LinePlace[]
  net: Fixed
  discount: Fixed
  netByCode: ByCode
  vat: ByCode
  gross: Fixed
}

/**
 * From the sums of the lines to the gross: markups in their order, net, discount, VAT. It asks for single lines only when
 * a markup goes into the rates.
 */
export function reckon(rolled: RolledSums): Reckoning {
  const { document, codes } = rolled
  const policy = document.rounding
  const markups = cascadeMarkups(rolled.markups, rolled.bases, rolled.direct, policy)
  const intoRates = markups.some(({ ready }) => ready.markup.spread === 'into_rates')
  const lines = intoRates ? rolled.counted() : []
  const spread = spreadMarkups(markups, lines)
  const below = markups.filter((markup) => !spread.markups.has(markup)).map(({ byCode }) => byCode)
  const ofLines = spread.carried ? netOfLines(rolled, lines, spread.carried) : null
  const netByCode = addByCode(ofLines?.net ?? rolled.direct, ...below)
  const discount = discountOn(netByCode, document)
  const afterDiscount = addByCode(netByCode, negateByCode(discount.byCode))
  const vat = chargeVat(
    afterDiscount,
    () => ofLines?.vat ?? rolled.lineVat,
    [...below, negateByCode(discount.byCode)],
    codes,
    policy,
  )
  return {
    markups,
    spread,
    lines,
    net: sumFixed(netByCode),
    discount: discount.amount,
    netByCode: afterDiscount,
    vat,
    gross: addFixed(sumFixed(afterDiscount), sumFixed(vat)),
  }
}

function netOfLines(
  { codes, document: { rounding } }: RolledSums,
  lines: readonly LinePlace[],
  carried: readonly Fixed[],
): { net: ByCode; vat: ByCode } {
  const sums = { net: noAmounts(codes), vat: noAmounts(codes) }
  lines.forEach(({ rolled }, at) => {
    const code = codes.indexOf(rolled.line.vatRate)
    const net = addFixed(rolled.total, must(carried[at]))
    addToCode(sums.net, code, net)
    if (rounding.vatAt === 'line') addToCode(sums.vat, code, vatOn(net, code, codes, rounding))
  })
  return sums
}

/**
 * The end of an estimate as texts.
 * @example summarise(new EstimateRollUp(document)).gross // '785491.53'
 */
export function summarise(rolled: RolledSums, reckoning: Reckoning = reckon(rolled)): EstimateSummary {
  const { document, codes } = rolled
  const text = moneyText(document.rounding)
  const { markups, spread, net, discount, netByCode, vat, gross } = reckoning
  const rates = codes.codes.map((code, at): VatTotals => ({
    code,
    percent: plainText(must(codes.percents[at])),
    base: text(must(netByCode[at])),
    amount: text(must(vat[at])),
  }))
  return {
    currency: document.currency,
    direct: text(sumFixed(rolled.direct)),
    byType: Object.fromEntries(
      resourceTypes.map((type, at) => [
        type,
        text({ units: must(rolled.byType[at]), scale: document.rounding.lineTotal }),
      ]),
    ) as Record<ResourceType, string>,
    markups: markups.map((markup) => ({
      key: markup.ready.markup.key,
      label: markup.ready.markup.label,
      basis: text(markup.basis),
      amount: text(markup.amount),
      spread: spread.markups.has(markup) ? 'into_rates' : 'own_line',
    })),
    net: text(net),
    discount: text(discount),
    afterDiscount: text(subtractFixed(net, discount)),
    vat: rates.filter((_, at) => !isZero(must(netByCode[at])) || !isZero(must(vat[at]))),
    vatAmount: text(sumFixed(vat)),
    gross: text(gross),
  }
}
