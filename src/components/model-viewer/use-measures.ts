import { useMemo } from 'react'
import { useModel } from '#engine/data/use-model.ts'
import { useRegion } from '#ui/region.ts'
import { useTranslate } from '#ui/translate.ts'
import { useCommandAnswer } from '../command-answer/use-command-answer.ts'
import { measureKinds, measureOf, type MeasureKey } from './measures.ts'

interface MeasureProps {
  command: string
  model: string
  models: readonly string[]
}

/** What the picture is coloured by in place of a field; no field is called so. */
const byMeasure = (key: MeasureKey): string => `$${key}`

/** Measures of the elements of these models: those offered, and the one the picture is coloured by, asked for only then. */
export function useMeasures(
  given: Readonly<Partial<Record<MeasureKey, MeasureProps | undefined>>>,
  records: readonly string[],
  colour: string | null,
) {
  const t = useTranslate()
  const region = useRegion()
  const known = {
    costs: useModel(given.costs?.model ?? null),
    progress: useModel(given.progress?.model ?? null),
  }
  const keys = (['costs', 'progress'] as const).filter((key) => given[key] && known[key].data !== undefined)
  const key = (['costs', 'progress'] as const).find((one) => given[one] && colour === byMeasure(one)) ?? null
  const asked = key && records.length > 0 ? given[key] : null
  const answer = useCommandAnswer(
    asked ? { command: asked.command, input: { versions: records.toSorted() }, models: asked.models } : null,
  )
  const { data } = answer
  const isAsked = Boolean(asked)
  const measure = useMemo(
    () => (isAsked && key ? measureOf(measureKinds[key], data, t, region) : null),
    [isAsked, key, data, t, region],
  )
  const kind = isAsked && data === undefined && key ? measureKinds[key] : null
  return {
    /** Those this reader is offered, as colours to choose from. */
    offered: keys.map((one) => ({ value: byMeasure(one), label: measureKinds[one].label(t) })),
    measure,
    /** What is said while it is being worked out. */
    waiting: kind && !answer.error ? kind.waiting(t) : null,
    failure:
      kind && answer.error
        ? { title: kind.failed(t), text: t(answer.error.message), retry: answer.refetch }
        : null,
  }
}
