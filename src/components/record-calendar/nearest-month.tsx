import type { FieldDescription } from '#contracts/model-description.ts'
import type { Query } from '#contracts/query.ts'
import { useQuery } from '#engine/data/use-query.ts'
import { Button } from '#ui/button.tsx'
import { addDays, today, type Day } from '#ui/day.ts'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { conditionsOf, type ListSource } from '../list-source/list-source.ts'

interface NearestMonthProps {
  source: ListSource
  by: FieldDescription
  /** The first and the last day that are looked at. */
  from: Day
  to: Day
  onGo: (day: Day) => void
}

/** Says that there is nothing in these weeks, and leads to the record before and the one after. */
export function NearestMonth({ source, by, from, to, onGo }: NearestMonthProps) {
  const t = useTranslate()
  const region = useRegion()
  const plain = by.type === 'date'
  const nearest = (op: 'lt' | 'gt', day: Day): Query => ({
    ...conditionsOf(source, { field: by.key, op, value: plain ? day : `${day}T00:00:00Z` }),
    fields: [by.key],
    sort: [{ field: by.key, dir: op === 'gt' ? 'asc' : 'desc' }],
    page: { size: 1 },
  })
  const before = useQuery(nearest('lt', from))
  const after = useQuery(nearest('gt', plain ? to : addDays(to, 1)))
  if (!before.data || !after.data) return null
  const dayOf = (value: unknown): Day | null =>
    typeof value !== 'string' ? null : plain ? value : today(region.timeZone, new Date(value))
  const [last, next] = [dayOf(before.data.rows[0]?.[by.key]), dayOf(after.data.rows[0]?.[by.key])]
  const leading = (day: Day | null, icon: string) =>
    day !== null && (
      <Button size="compact" icon={icon} onClick={() => onGo(day)}>
        {t('Go to {{day}}', { day: formatDate(day, region) })}
      </Button>
    )
  return (
    <Notice
      tone="neutral"
      actions={
        <>
          {leading(last, 'arrow-left')}
          {leading(next, 'arrow-right')}
        </>
      }
    >
      {last === null && next === null
        ? t('None of these records has a day.')
        : t('There is nothing in these weeks.')}
    </Notice>
  )
}
