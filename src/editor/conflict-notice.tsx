import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEditor } from './state/editor-store.ts'
import type { EditorActions } from './use-editor-actions.ts'

interface ConflictNoticeProps {
  actions: EditorActions
  reload: () => void
}

/** Somebody else saved this draft meanwhile: theirs or mine, a person decides. */
export function ConflictNotice({ actions, reload }: ConflictNoticeProps) {
  const t = useTranslate()
  const isConflict = useEditor((state) => state.draft.phase === 'conflict')
  if (!isConflict) return null
  return (
    <Notice
      look="banner"
      tone="warning"
      title={t('Somebody else changed this draft')}
      actions={
        <>
          <Button size="compact" onClick={reload}>
            {t('Open theirs')}
          </Button>
          <Button size="compact" onClick={() => void actions.saveAnyway()}>
            {t('Keep mine')}
          </Button>
        </>
      }
    >
      {t('Your last changes are not saved.')}
    </Notice>
  )
}
