import { addFixed, fixedText, parseFixed, plainText, sumFixed, type Fixed } from '#estimating/fixed.ts'
import { doneText, quantityShare, type LineStanding } from '#estimating/progress-report.ts'

/** A line as a table of progress shows it on a day, amounts in the project's currency; `here` is what is done at a place. */
export function progressRow(standing: LineStanding, place: string | null, day: string) {
  const { line, bac, pv, ev, ac, over } = standing
  const { node, plan, parts, costs } = line
  const here = parts.filter((part) => part.place === place && part.day <= day)
  return {
    id: node.id,
    number: node.number,
    title: node.title,
    unit: node.unit,
    quantity: plainText(line.quantity),
    done: doneText(standing),
    share: quantityShare(standing),
    here: place === null ? null : plainText(sumFixed(here.map(({ quantity }) => quantity))),
    budget: money(bac),
    planned: money(pv),
    earned: money(ev),
    over: money(over),
    spent: money(ac),
    hours: plainText(sumFixed(costs.map(({ hours }) => parseFixed(hours ?? '0')))),
    start: plan?.start ?? null,
    finish: plan?.finish ?? null,
  }
}

const money = (amount: Fixed): string => fixedText(addFixed({ units: 0n, scale: 2 }, amount))
