import { useState } from 'react'
import type { ComponentDescription } from '#contracts/component.ts'
import type { LayoutNode } from '#contracts/layout.ts'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { mayRename, renameNode } from '../changes/rename-node.ts'
import { edit, useEditedLayout, useEditor, useEditorStore } from '../state/editor-store.ts'
import styles from './inspector.module.css'

interface NodeHeadProps {
  id: string
  node: LayoutNode
  component: ComponentDescription | undefined
}

/** What is chosen: its component, the id that expressions call it by, and what is wrong with it. */
export function NodeHead({ id, node, component }: NodeHeadProps) {
  const t = useTranslate()
  const [renaming, setRenaming] = useState(false)
  const problems = useEditor((state) => state.problems)
  return (
    <header className={styles.head}>
      <div className={styles.headRow}>
        <Icon name={component?.icon ?? 'help'} size={20} className={styles.headIcon} />
        <h2 className={styles.headName}>{t(component?.title ?? node.component)}</h2>
        <IconButton
          size="compact"
          icon="pencil"
          label={t('Rename')}
          pressed={renaming}
          onClick={() => setRenaming(!renaming)}
        />
      </div>
      {renaming ? (
        <RenameField id={id} onDone={() => setRenaming(false)} />
      ) : (
        <code className={styles.headId}>{id}</code>
      )}
      {problems
        .filter((problem) => problem.node === id && !standsAtItsProp(problem.path, id))
        .map((problem) => (
          <p key={problem.path + problem.message} className={styles.headProblem}>
            <Icon name="error" />
            <span>
              {partOf(problem.path, id)} {t(problem.message)}
            </span>
          </p>
        ))}
    </header>
  )
}

// A prop of its own shows its problem itself; what lies deeper may be folded away.
const standsAtItsProp = (path: string, id: string): boolean =>
  /^props\.[^.]+$/.test(path.slice(`nodes.${id}.`.length))

const partOf = (path: string, id: string): string => {
  const rest = path.slice(`nodes.${id}.`.length)
  return rest === '' ? '' : `${rest.replace(/^props\./, '')}:`
}

function RenameField({ id, onDone }: { id: string; onDone: () => void }) {
  const store = useEditorStore()
  const layout = useEditedLayout()
  const t = useTranslate()
  const [name, setName] = useState(id)
  const wrong = name !== id && !mayRename(layout, name)
  const rename = (): void => {
    if (wrong) return
    if (name !== id)
      edit(store, renameNode(layout, id, name), t('Rename {{name}}', { name: id }), { select: name })
    onDone()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        rename()
      }}
    >
      <TextField
        label={t('Name in expressions')}
        hideLabel
        compact
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because somebody asked to write
        autoFocus
        spellCheck={false}
        value={name}
        onChange={setName}
        error={wrong ? t('Use a letter, then letters, digits, - and _; each name once.') : undefined}
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      />
    </form>
  )
}
