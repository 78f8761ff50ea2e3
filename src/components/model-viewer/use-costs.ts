import { useMemo } from 'react'
import { isJsonObject } from '#base/json.ts'
import type { Row } from '#contracts/query.ts'
import { useModel } from '#engine/data/use-model.ts'
import { formatDecimal, formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { useCommandAnswer } from '../command-answer/use-command-answer.ts'
import { costSteps, type CostColours } from './cost-groups.ts'

/** What the picture is coloured by in place of a field; no field is called so. */
export const byCosts = '$costs'

interface CostsProps {
  command: string
  model: string
  models: readonly string[]
}

/** Costs as the picture shows them. */
export interface Costs extends CostColours {
  title: string
  note: string
}

/** Costs of the elements of these models, asked for once the picture is to be coloured by them. */
export function useCosts(given: CostsProps | undefined, records: readonly string[], colour: string | null) {
  const t = useTranslate()
  const region = useRegion()
  const known = useModel(given?.model ?? null)
  const isAsked = given !== undefined && colour === byCosts && records.length > 0
  const answer = useCommandAnswer(
    isAsked
      ? { command: given.command, input: { versions: records.toSorted() }, models: given.models }
      : null,
  )
  const { data } = answer
  const costs = useMemo((): Costs | null => {
    if (!isAsked || !isJsonObject(data) || !isJsonObject(data['elements'])) return null
    const { elements, currency, total, agreed } = data
    const amounts = new Map(Object.entries(elements).map(([id, amount]) => [id, Number(amount)]))
    const money = (amount: number): string => formatNumber(amount, region, { maximumSignificantDigits: 6 })
    return {
      title: t('Costs'),
      note:
        amounts.size === 0
          ? t('Nothing has been counted from these models yet.')
          : t(
              agreed === true
                ? '{{total}} {{currency}}, as accepted'
                : '{{total}} {{currency}}, not accepted yet',
              {
                total: formatDecimal(String(total), region, { minDigits: 2 }),
                currency: String(currency),
              },
            ),
      none: t('Without costs'),
      steps: costSteps([...amounts.values()]),
      of: (row: Row) => amounts.get(String(row['id'])) ?? null,
      label: (from, to) =>
        from === null && to === null
          ? t('All the same')
          : from === null
            ? t('below {{amount}}', { amount: money(to ?? 0) })
            : to === null
              ? t('from {{amount}}', { amount: money(from) })
              : t('{{from}} to {{to}}', { from: money(from), to: money(to) }),
    }
  }, [isAsked, data, region, t])
  return {
    /** Whether this reader is offered them at all. */
    offered: given !== undefined && known.data !== undefined,
    costs,
    waiting: isAsked && data === undefined && !answer.error,
    error: isAsked && data === undefined ? answer.error : null,
    retry: answer.refetch,
  }
}
