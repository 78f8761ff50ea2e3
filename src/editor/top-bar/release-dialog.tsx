import { useEffect, useState } from 'react'
import { ApiError } from '#engine/data/api-error.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { useTranslate } from '#ui/translate.ts'
import { select, useEditor, useEditorStore } from '../state/editor-store.ts'
import type { Problem } from '../state/problems.ts'
import type { EditorActions } from '../use-editor-actions.ts'
import styles from './top-bar.module.css'

interface ReleaseDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  actions: EditorActions
}

/** Makes the draft what everybody sees; what stops that is listed with the way to it. */
export function ReleaseDialog({ open, onOpenChange, actions }: ReleaseDialogProps) {
  const store = useEditorStore()
  const t = useTranslate()
  const problems = useEditor((state) => state.problems)
  const outdated = useEditor((state) => state.draft.outdated)
  const [note, setNote] = useState('')
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    // The check is the server's, so it must know the last change.
    if (open) void actions.save()
  }, [open, actions])

  const release = async (): Promise<void> => {
    setWorking(true)
    setFailure(null)
    try {
      await actions.release(note.trim() === '' ? null : note.trim())
      setNote('')
      onOpenChange(false)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.message)
    } finally {
      setWorking(false)
    }
  }
  const close = (next: boolean): void => {
    setFailure(null)
    onOpenChange(next)
  }
  const show = (problem: Problem): void => {
    onOpenChange(false)
    if (problem.node) select(store, problem.node)
    else store.setState({ panel: 'screen' })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('Release this screen')}
      description={t('Everybody in the workspace sees it at once. Earlier releases can be brought back.')}
      footer={
        <>
          <Button onClick={() => close(false)}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabled={problems.length > 0 || outdated}
            loading={working}
            onClick={() => void release()}
          >
            {t('Release')}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        {outdated && (
          <Notice
            tone="warning"
            title={t('Somebody released another version meanwhile')}
            actions={
              <Button size="compact" onClick={() => void actions.saveAnyway()}>
                {t('Keep mine')}
              </Button>
            }
          >
            {t('Yours would replace it. The other version stays in the earlier releases.')}
          </Notice>
        )}
        {failure && <Notice tone="danger" title={t(failure)} />}
        {problems.length > 0 && <ProblemList problems={problems} onShow={show} />}
        <TextArea
          label={t('What is new')}
          help={t('Optional; shows in the list of releases.')}
          rows={3}
          maxLength={2000}
          value={note}
          onChange={setNote}
        />
      </div>
    </Dialog>
  )
}

function ProblemList({
  problems,
  onShow,
}: {
  problems: readonly Problem[]
  onShow: (problem: Problem) => void
}) {
  const t = useTranslate()
  return (
    <section aria-label={t('To be put right first')}>
      <h3>{t('To be put right first')}</h3>
      <ul className={styles.problems}>
        {problems.map((problem) => (
          <li key={problem.path + problem.message}>
            <button type="button" className={styles.problem} onClick={() => onShow(problem)}>
              <Icon name="error" />
              <span>
                {t(problem.message)}
                <span className={styles.problemPath}>{problem.path}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
