import { useState } from 'react'
import { isExpression } from '#contracts/expression.ts'
import type { LayoutDocument } from '#engine/rendering/layout-document.ts'
import { translateIn } from '#engine/rendering/translate-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { tooltip } from '#ui/tooltip.ts'
import { useTranslate } from '#ui/translate.ts'
import { redoStep, undoStep, useEditor, useEditorStore } from '../state/editor-store.ts'
import type { EditorActions } from '../use-editor-actions.ts'
import { BreakpointSwitch } from './breakpoint-switch.tsx'
import { DraftStatus } from './draft-status.tsx'
import { MoreMenu } from './more-menu.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import styles from './top-bar.module.css'

const originWords = { stock: 'Shipped', customised: 'Changed here', own: null } as const

interface TopBarProps {
  actions: EditorActions
  /** As edited, with the words in it that are the product's. */
  document: LayoutDocument
}

/** What is edited, how, and how it stands. */
export function TopBar({ actions, document }: TopBarProps) {
  const store = useEditorStore()
  const t = useTranslate()
  const { title, key } = document.layout
  const origin = useEditor((state) => originWords[state.origin])
  const isPreview = useEditor((state) => state.mode === 'preview')
  const lastDone = useEditor((state) => state.history.past.at(-1)?.label)
  const nextDone = useEditor((state) => state.history.future[0]?.label)
  const canRelease = useEditor(({ draft, history, saved }) => draft.seen !== null || history.layout !== saved)
  const [releasing, setReleasing] = useState(false)
  return (
    <header className={styles.bar} aria-label={t('Screen editor')}>
      <Link
        href="/layouts"
        className={styles.back}
        aria-label={t('Back to the screens')}
        {...tooltip(t('Back to the screens'))}
      >
        <Icon name="arrow-left" />
      </Link>
      <div className={styles.name}>
        <h1 className={styles.title}>{isExpression(title) ? key : translateIn(document, '', t)(title)}</h1>
        {origin && <Badge icon={null}>{t(origin)}</Badge>}
      </div>
      <BreakpointSwitch />
      <div className={styles.group}>
        <IconButton
          icon="undo"
          label={lastDone ? t('Undo: {{what}}', { what: lastDone }) : t('Undo')}
          disabled={!lastDone || isPreview}
          onClick={() => undoStep(store)}
        />
        <IconButton
          icon="redo"
          label={nextDone ? t('Redo: {{what}}', { what: nextDone }) : t('Redo')}
          disabled={!nextDone || isPreview}
          onClick={() => redoStep(store)}
        />
      </div>
      <div className={styles.end}>
        <DraftStatus actions={actions} />
        <Button
          icon={isPreview ? 'pencil' : 'eye'}
          aria-pressed={isPreview}
          onClick={() => store.setState({ mode: isPreview ? 'edit' : 'preview' })}
        >
          {isPreview ? t('Edit') : t('Preview')}
        </Button>
        <MoreMenu actions={actions} />
        <Button variant="primary" disabled={!canRelease} onClick={() => setReleasing(true)}>
          {t('Release')}
        </Button>
      </div>
      <ReleaseDialog open={releasing} onOpenChange={setReleasing} actions={actions} />
    </header>
  )
}
