import { useCallback, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { useTranslate } from '#ui/translate.ts'
import { useEngine } from '../engine-context.tsx'
import { VisitContext } from '../routing/visit-memory.ts'
import type { OpenLayout, OpenQuestion } from './dialogs.ts'
import { HoldContext, type Hold } from './hold-open.ts'
import { LayoutView } from './layout-view.tsx'

/** Every open drawer and dialog, and the question that waits. */
export function OpenDialogs() {
  const { dialogs } = useEngine()
  const layouts = useStore(dialogs.store, (open) => open.layouts)
  const question = useStore(dialogs.store, (open) => open.question)
  return (
    <>
      {layouts.map((open) => (
        <OpenedLayout key={open.id} open={open} />
      ))}
      {question && <Question key={question.id} question={question} />}
    </>
  )
}

function OpenedLayout({ open }: { open: OpenLayout }) {
  const { dialogs } = useEngine()
  const t = useTranslate()
  const [title, setTitle] = useState('')
  const close = (): void => dialogs.close(open.id)
  const held = useRef<Hold | null>(null)
  const hold = useCallback((next: Hold | null) => void (held.current = next), [])
  const leave = async (): Promise<void> => {
    if (!held.current || (await dialogs.ask({ ...held.current, danger: true, type: null }))) close()
  }
  const Surface = open.as === 'dialog' ? Dialog : Sheet
  return (
    <Surface
      open
      onOpenChange={(next) => void (next || leave())}
      title={open.title ?? (title || t('Details'))}
      size="large"
    >
      <VisitContext value={false}>
        <HoldContext value={hold}>
          <LayoutView layoutKey={open.layout} params={open.params} onClose={close} onTitle={setTitle} />
        </HoldContext>
      </VisitContext>
    </Surface>
  )
}

function Question({ question }: { question: OpenQuestion }) {
  const t = useTranslate()
  const { title, text, confirm, danger, type, answer } = question
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => next || answer(false)}
      onConfirm={() => answer(true)}
      title={title}
      text={text ?? undefined}
      confirmLabel={confirm ?? t('Go on')}
      tone={danger ? 'danger' : 'primary'}
      {...(type !== null && { typeToConfirm: type })}
    />
  )
}
