import type { LayoutNode } from '#contracts/layout.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useTranslate } from '#ui/translate.ts'
import { setCondition } from '../changes/set-behaviour.ts'
import { edit, layoutOf, useEditorStore } from '../state/editor-store.ts'
import { ExpressionInput } from './expression-input.tsx'
import styles from './inspector.module.css'
import { Section } from './section.tsx'

const conditions = [
  {
    part: 'when',
    title: 'Show only when',
    help: "True shows it: user.role == 'owner'",
    start: 'true',
    add: 'Add a condition',
    done: 'Set the condition',
  },
  {
    part: 'each',
    title: 'Repeat for each of',
    help: 'A list; inside, item and index are known: sources.lines',
    start: '[]',
    add: 'Repeat over a list',
    done: 'Set the repetition',
  },
] as const

/** When a part shows, and what it repeats over. */
export function ConditionsSection({ id, node }: { id: string; node: LayoutNode }) {
  const store = useEditorStore()
  const t = useTranslate()
  const set = (part: 'when' | 'each', text: string | undefined, done: string): void =>
    edit(
      store,
      setCondition(layoutOf(store), id, part, text === undefined ? undefined : { '=': text }),
      t(done),
      { mergeKey: `${id} ${part}` },
    )
  return (
    <Section title={t('When it shows')} closed={!node.when && !node.each}>
      {conditions.map(({ part, title, help, start, add, done }) => {
        const value = node[part]
        if (!value) {
          return (
            <span key={part}>
              <Button size="compact" variant="ghost" icon="plus" onClick={() => set(part, start, done)}>
                {t(add)}
              </Button>
            </span>
          )
        }
        return (
          <div key={part} className={styles.tall}>
            <div className={styles.propHead}>
              <span className={styles.propName}>{t(title)}</span>
              <IconButton
                size="compact"
                icon="x"
                label={t('Take out')}
                onClick={() => set(part, undefined, done)}
              />
            </div>
            <ExpressionInput
              label={t(title)}
              path={part}
              text={value['=']}
              onChange={(text) => set(part, text, done)}
            />
            <p className={styles.help}>{t(help)}</p>
          </div>
        )
      })}
    </Section>
  )
}
