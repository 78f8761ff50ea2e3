import { useCallback, useMemo, useRef, useState } from 'react'
import { useBreakpoint } from '#engine/rendering/breakpoint.ts'
import { Notice } from '#ui/notice.tsx'
import { useTranslate } from '#ui/translate.ts'
import { CanvasPartsContext, makeCanvasParts } from './canvas/canvas-parts.ts'
import { Canvas } from './canvas/canvas.tsx'
import { placeOf } from './changes/place.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { DragLayer } from './drag/drag-layer.tsx'
import { Inspector } from './inspector/inspector.tsx'
import styles from './layout-editor.module.css'
import { LeaveGuard } from './leave-guard.tsx'
import type { EditedLayout } from './load/read-edited-layout.ts'
import { useLiveDocument } from './load/use-live-document.ts'
import { SidePanel } from './panels/side-panel.tsx'
import {
  createEditorStore,
  EditorContext,
  layoutOf,
  select,
  useEditor,
  useEditorStore,
} from './state/editor-store.ts'
import { problemsFrom } from './state/problems.ts'
import { useSampleParams } from './state/use-sample-params.ts'
import { useShortcuts } from './state/use-shortcuts.ts'
import { TopBar } from './top-bar/top-bar.tsx'
import { useEditorActions } from './use-editor-actions.ts'

interface WorkspaceProps {
  edited: EditedLayout
  /** Opens the layout anew from the server. */
  reload: () => void
}

/** The editor around a layout that has been read. */
export function Workspace({ edited, reload }: WorkspaceProps) {
  const [store] = useState(() => {
    const { answer, components, draft } = edited
    const { layout, origin, version_id: base } = answer
    return createEditorStore({
      layout,
      components,
      origin,
      base,
      ...(draft && { draft: { seen: draft.updated_at, outdated: draft.outdated } }),
      problems: draft ? problemsFrom(draft.problems, layout) : [],
      // With little room the panels lie over the canvas, so the screen itself is seen first.
      panel: window.innerWidth < 1280 ? null : 'palette',
    })
  })
  const [parts] = useState(makeCanvasParts)
  const isPhone = useBreakpoint() === 'sm'
  return (
    <EditorContext value={store}>
      <CanvasPartsContext value={parts}>
        {isPhone ? <PhoneView edited={edited} /> : <Desk edited={edited} reload={reload} />}
      </CanvasPartsContext>
    </EditorContext>
  )
}

function Desk({ edited, reload }: WorkspaceProps) {
  const store = useEditorStore()
  const t = useTranslate()
  const canvas = useRef<HTMLDivElement>(null)
  const document = useLiveDocument(edited)
  const actions = useEditorActions(store, reload)
  const editing = useEditor((state) => state.mode === 'edit')
  useSampleParams()
  const openPalette = useCallback(() => {
    store.setState({ panel: 'palette' })
    // Drawn by then, and no later: what is typed right after the key is meant for the search box.
    queueMicrotask(() =>
      window.document.querySelector<HTMLInputElement>('[data-palette-search] input')?.focus(),
    )
  }, [store])
  useShortcuts(
    useMemo(
      () => ({
        save: () => void actions.save(),
        openPalette,
        selectParent() {
          const parent = placeOf(layoutOf(store), store.getState().selected)?.parent
          if (parent) select(store, parent)
        },
      }),
      [actions, openPalette, store],
    ),
  )
  return (
    <div className={styles.editor}>
      <TopBar actions={actions} document={document} />
      <ConflictNotice actions={actions} reload={reload} />
      <DragLayer canvas={canvas}>
        <div className={styles.body} data-preview={!editing || undefined}>
          {editing && <SidePanel />}
          <Canvas document={document} canvas={canvas} />
          {editing && (
            <aside className={styles.inspector} aria-label={t('Properties')}>
              <Inspector />
            </aside>
          )}
        </div>
      </DragLayer>
      <LeaveGuard actions={actions} />
    </div>
  )
}

/** A phone shows the draft; putting parts together needs more room. */
function PhoneView({ edited }: { edited: EditedLayout }) {
  const store = useEditorStore()
  const t = useTranslate()
  const canvas = useRef<HTMLDivElement>(null)
  const document = useLiveDocument(edited)
  useSampleParams()
  useState(() => store.setState({ mode: 'preview' }))
  return (
    <div className={styles.editor}>
      <Notice look="banner" tone="info" title={t('A look at the draft')}>
        {t('Screens are edited on a tablet or a computer.')}
      </Notice>
      <div className={styles.body} data-preview>
        <Canvas document={document} canvas={canvas} />
      </div>
    </div>
  )
}
