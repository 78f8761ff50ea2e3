import type { BinModel, BinPointing } from '#contracts/api/bin.ts'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { ConfirmDialog, type Consequence } from '#ui/confirm-dialog.tsx'
import { formatNumber } from '#ui/format.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { portions } from './portions.ts'

/** So many are told by their names. */
const named = 3

interface PurgeDialogProps {
  model: BinModel
  /** What is to go; none: nothing is asked. */
  ids: readonly string[]
  /** What each of them is called, as far as it has a name. */
  titles: readonly string[]
  onClose: () => void
  onConfirm: () => Promise<void>
}

/** Asks before records and their history are removed for good: how many, which, and what points to them. */
export function PurgeDialog({ model, ids, titles, onClose, onConfirm }: PurgeDialogProps) {
  const t = useTranslate()
  const region = useRegion()
  const api = useApi()
  const { key } = model
  const ahead = useAnswer(
    ['bin', key, 'ahead', ids],
    () =>
      Promise.all(
        portions(ids).map((some) =>
          api.call('POST /api/bin/purge', { body: { model: key, ids: some, dry: true } }),
        ),
      ),
    { enabled: ids.length > 0, freshFor: 0 },
  )
  const number = (value: number): string => formatNumber(value, region)
  const labelOf = ({ label, ours }: { label: string; ours: boolean }): string => (ours ? t(label) : label)
  const [only] = titles
  const single = ids.length === 1 && only !== undefined ? only : null
  const names = titles.slice(0, named).map((title) => t('“{{title}}”', { title }))
  const more = ids.length - names.length
  const kept = ahead.data?.reduce((sum, part) => sum + part.kept.length, 0) ?? 0
  const consequences: Consequence[] = [
    { count: number(ids.length - kept), label: labelOf(model) },
    ...together(ahead.data?.flatMap(({ pointing = [] }) => pointing) ?? []).map((pointing) => ({
      count: number(pointing.count),
      label: t('{{model}} point here and lose that entry', { model: labelOf(pointing) }),
    })),
    ...(kept > 0
      ? [
          {
            count: number(kept),
            label: t(
              'stay: other records are inside them, or a customer would see again what is closed to them',
            ),
          },
        ]
      : []),
  ]
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={(open) => open || onClose()}
      title={
        single !== null
          ? t('Remove “{{name}}” for good?', { name: single })
          : t('Remove {{number}} records for good?', { number: number(ids.length) })
      }
      text={[
        ...(single === null && names.length > 0
          ? [
              more > 0
                ? t('{{names}} and {{number}} more.', { names: names.join(', '), number: number(more) })
                : `${names.join(', ')}.`,
            ]
          : []),
        t(
          'The records and all values in their history are erased. Nobody can bring them back. That they were there, and who removed them, stays noted.',
        ),
      ].join(' ')}
      consequences={consequences}
      confirmLabel={t('Remove for good')}
      typeToConfirm={single ?? String(ids.length)}
      onConfirm={onConfirm}
    />
  )
}

/** One line for each model, however many portions told of it. */
function together(all: readonly BinPointing[]): BinPointing[] {
  const byLabel = new Map<string, BinPointing>()
  for (const one of all)
    byLabel.set(one.label, { ...one, count: one.count + (byLabel.get(one.label)?.count ?? 0) })
  return [...byLabel.values()]
}
