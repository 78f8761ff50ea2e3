import { useState } from 'react'
import { useAnswer } from '#engine/data/use-answer.ts'
import { useApi } from '#engine/engine-context.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useTranslate } from '#ui/translate.ts'
import { SearchField } from '../search-box/search-field.tsx'
import type { ViewProps } from '../view-props.ts'
import type { bin } from './bin.definition.ts'
import { BinList } from './bin-list.tsx'
import { EmptyBin } from './empty-bin.tsx'
import styles from './bin.module.css'

/** What was deleted and can be brought back, one model at a time. */
export function Bin({ props: { model: bound, size }, emit, has, pending }: ViewProps<typeof bin>) {
  const t = useTranslate()
  const api = useApi()
  const [picked, setPicked] = useState({ of: bound, model: bound ?? null })
  // What the layout binds counts anew whenever it changes.
  const wanted = picked.of === bound ? picked.model : (bound ?? null)
  const [words, setWords] = useState('')
  const head = useAnswer(
    ['bin', wanted ?? '', 'head'],
    () => api.call('GET /api/bin', { search: { size: 1, ...(wanted !== null && { model: wanted }) } }),
    { enabled: !pending, keep: true },
  )
  if (head.error && !head.data) {
    return (
      <ErrorState
        title={t('The bin could not be read')}
        onRetry={head.refetch}
        requestId={head.error.requestId ?? undefined}
      >
        {t(head.error.message)}
      </ErrorState>
    )
  }
  if (!head.data) return <Skeleton lines={8} />
  const { model, models, can_purge: canPurge } = head.data
  if (!model) {
    return (
      <EmptyState icon="trash" title={t('The bin is empty')}>
        {t('What you delete comes here first. You can look at it, bring it back, or remove it for good.')}
      </EmptyState>
    )
  }
  const choose = (next: string): void => {
    setWords('')
    setPicked({ of: bound, model: next })
    if (has('model-chosen')) void emit('model-chosen', { model: next })
  }
  const offered = models.some(({ key }) => key === model.key) ? models : [...models, model]
  return (
    <div className={styles.bin}>
      <div className={styles.tools}>
        <SelectField
          label={t('Model')}
          hideLabel
          value={model.key}
          onChange={choose}
          options={offered.map(({ key, label, ours }) => ({ value: key, label: ours ? t(label) : label }))}
          className={styles.model}
        />
        <SearchField label={t('Search the bin')} value={words} onChange={setWords} />
        <EmptyBin models={models} />
      </div>
      <BinList
        key={`${model.key} ${words}`}
        model={model}
        words={words}
        size={size}
        canPurge={canPurge}
        onClear={() => setWords('')}
      />
    </div>
  )
}
