import { useState } from 'react'
import type { BinModel, BinRow } from '#contracts/api/bin.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './bin.module.css'
import { BinPage, type PageState } from './bin-page.tsx'
import { BinPreview } from './bin-preview.tsx'
import { PurgeDialog } from './purge-dialog.tsx'
import { useBinWrites } from './use-bin-writes.ts'

interface BinListProps {
  model: BinModel
  words: string
  size: number
  canPurge: boolean
  onClear: () => void
}

/** The deleted records of one model, the last deleted first, with what can be done with the chosen ones. */
export function BinList({ model, words, size, canPurge, onClear }: BinListProps) {
  const t = useTranslate()
  const writes = useBinWrites(model)
  // Each page begins after a mark; the rows of all of them, as they were last heard of.
  const [marks, setMarks] = useState<(string | null)[]>([null])
  const [pages, setPages] = useState<ReadonlyMap<string | null, PageState>>(new Map())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [shown, setShown] = useState<BinRow | null>(null)
  const [purging, setPurging] = useState<readonly string[]>([])
  const rows = marks.flatMap((mark) => pages.get(mark)?.rows ?? [])
  const ids = rows.map(({ id }) => id).filter((id) => chosen.has(id))
  const next = pages.get(marks.at(-1) ?? null)?.after ?? null
  const isEmpty = pages.get(null) !== undefined && rows.length === 0

  const bringBack = async (some: readonly string[]): Promise<void> => {
    await writes.restore(some)
    setChosen(new Set())
    setShown(null)
  }
  return (
    <>
      {isEmpty && (
        <EmptyState
          compact
          icon={words === '' ? 'trash' : 'search'}
          title={
            words === ''
              ? t('Nothing of {{model}} is in the bin', { model: model.label })
              : t('Nothing matches')
          }
          action={words !== '' && <Button onClick={onClear}>{t('Clear search')}</Button>}
        >
          {words === ''
            ? t('What you delete comes here first.')
            : t('The bin is searched by what records are called.')}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <div className={styles.head} role="toolbar" aria-label={t('Chosen records')}>
          <Checkbox
            label={t('Choose all')}
            hideLabel
            checked={ids.length === rows.length}
            indeterminate={ids.length > 0 && ids.length < rows.length}
            onChange={(all) => setChosen(new Set(all ? rows.map(({ id }) => id) : []))}
          />
          {ids.length === 0 ? (
            <span className={styles.hint}>{t('The last deleted first')}</span>
          ) : (
            <>
              <strong aria-live="polite">{t('{{count}} chosen', { count: ids.length })}</strong>
              <Button size="compact" icon="undo" loading={writes.working} onClick={() => void bringBack(ids)}>
                {t('Bring back')}
              </Button>
              {canPurge && (
                <Button size="compact" variant="ghost" icon="trash" onClick={() => setPurging(ids)}>
                  {t('Remove for good')}
                </Button>
              )}
            </>
          )}
        </div>
      )}
      <ul className={styles.rows} aria-label={t('Deleted records')} hidden={rows.length === 0 && isEmpty}>
        {marks.map((mark) => (
          <BinPage
            key={mark ?? ''}
            model={model.key}
            words={words}
            size={size}
            after={mark}
            chosen={chosen}
            working={writes.working}
            onRows={(found) => setPages((before) => new Map(before).set(mark, found))}
            onChoose={(id, on) =>
              setChosen((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id)))
            }
            onShow={setShown}
            onRestore={(id) => void bringBack([id])}
          />
        ))}
      </ul>
      {next !== null && (
        <div>
          <Button variant="ghost" onClick={() => setMarks([...marks, next])}>
            {t('Show more')}
          </Button>
        </div>
      )}
      <BinPreview
        model={model.key}
        row={shown}
        canPurge={canPurge}
        working={writes.working}
        onClose={() => setShown(null)}
        onRestore={(id) => void bringBack([id])}
        onPurge={(id) => setPurging([id])}
      />
      <PurgeDialog
        model={model}
        ids={purging}
        titles={rows.flatMap(({ id, title }) => (purging.includes(id) ? (title ?? []) : []))}
        onClose={() => setPurging([])}
        onConfirm={async () => {
          await writes.purge(purging)
          setChosen(new Set())
          setShown(null)
        }}
      />
    </>
  )
}
