import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useRegion } from '#ui/region.ts'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { useEditor } from '../state/editor-store.ts'
import type { EditorActions } from '../use-editor-actions.ts'
import { draftWords } from './draft-words.ts'
import styles from './top-bar.module.css'

const icons = { same: 'check', changed: 'clock', saving: 'sync', failed: 'alert', conflict: 'alert' } as const

/** Whether the draft is safe on the server, and what to do when it is not. */
export function DraftStatus({ actions }: { actions: EditorActions }) {
  const t = useTranslate()
  const region = useRegion()
  const draft = useEditor((state) => state.draft)
  const words = draftWords(draft, region, t)
  return (
    <>
      <output
        className={styles.status}
        data-phase={draft.phase}
        {...tooltip(draft.message ? t(draft.message) : words)}
      >
        <Icon name={icons[draft.phase]} />
        <span className={draft.phase === 'same' ? styles.statusWords : undefined}>{words}</span>
      </output>
      {(draft.phase === 'failed' || draft.phase === 'changed') && (
        <Button size="compact" onClick={() => void actions.save()}>
          {t('Save draft')}
        </Button>
      )}
    </>
  )
}
