import { isJsonObject, type Json } from '#base/json.ts'
import { formatDecimal, formatNumber } from '#ui/format.ts'
import type { useRegion } from '#ui/region.ts'
import type { useTranslate } from '#ui/translate.ts'
import { costSteps, progressSteps, type MeasureColours } from './measure-groups.ts'

type Translate = ReturnType<typeof useTranslate>
type Region = ReturnType<typeof useRegion>

/** A measure of elements as the picture shows it. */
export interface Measure extends MeasureColours {
  title: string
  note: string
}

/** A measure that a picture can be coloured by, with what is said of it. */
interface MeasureKind {
  label(t: Translate): string
  waiting(t: Translate): string
  failed(t: Translate): string
  /** From what its command answers, with the values by the ids of elements. */
  read(
    answer: Record<string, Json>,
    values: ReadonlyMap<string, number>,
    t: Translate,
    region: Region,
  ): Measure
}

const costs: MeasureKind = {
  label: (t) => t('Costs'),
  waiting: (t) => t('Costs are being worked out …'),
  failed: (t) => t('The costs could not be worked out'),
  read({ currency, total, agreed }, values, t, region) {
    const money = (amount: number): string => formatNumber(amount, region, { maximumSignificantDigits: 6 })
    return {
      title: t('Costs'),
      note:
        values.size === 0
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
      steps: costSteps([...values.values()]),
      standsOut: 'much',
      of: (row) => values.get(String(row['id'])) ?? null,
      label: (from, to) =>
        from === null && to === null
          ? t('All the same')
          : from === null
            ? t('below {{amount}}', { amount: money(to ?? 0) })
            : to === null
              ? t('from {{amount}}', { amount: money(from) })
              : t('{{from}} to {{to}}', { from: money(from), to: money(to) }),
    }
  },
}

const progress: MeasureKind = {
  label: (t) => t('Progress'),
  waiting: (t) => t('Progress is being worked out …'),
  failed: (t) => t('The progress could not be worked out'),
  read({ done }, values, t, region) {
    return {
      title: t('Progress'),
      note:
        typeof done === 'string'
          ? t('{{share}} % done, by value', { share: formatDecimal(done, region, { minDigits: 0 }) })
          : t('No line that was accepted was counted from these models yet.'),
      none: t('Nothing planned'),
      steps: progressSteps,
      standsOut: 'little',
      of: (row) => values.get(String(row['id'])) ?? null,
      label: (from, to) =>
        from === null
          ? t('Not begun')
          : to === null
            ? t('Done')
            : to === 100
              ? t('50 to 99 %')
              : t('below 50 %'),
    }
  },
}

/** All of them, by the prop that names the command which answers it. */
export const measureKinds = { costs, progress }

export type MeasureKey = keyof typeof measureKinds

/** A command's answer as a measure; null while there is none. */
export function measureOf(
  kind: MeasureKind,
  answer: Json | undefined,
  t: Translate,
  region: Region,
): Measure | null {
  if (!isJsonObject(answer) || !isJsonObject(answer['elements'])) return null
  const values = Object.entries(answer['elements']).map(([id, value]): [string, number] => [
    id,
    Number(value),
  ])
  return kind.read(answer, new Map(values), t, region)
}
