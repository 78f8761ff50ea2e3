import { Dialog } from '#ui/dialog.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { useTranslate } from '#ui/translate.ts'
import styles from './shortcuts-dialog.module.css'

const groups = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl+K', 'Search and go anywhere'],
      ['Ctrl+B', 'Fold the navigation'],
      ['Ctrl+Z', 'Take back what was done last'],
      ['Ctrl+Shift+Z', 'Do it again'],
      ['?', 'This list'],
      ['Esc', 'Close what is on top'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      ['↑', 'One row up'],
      ['↓', 'One row down'],
      ['←', 'One column back'],
      ['→', 'One column on'],
      ['Enter', 'Edit, and save what was edited'],
      ['Esc', 'Leave a cell as it was'],
      ['Home', 'First column'],
      ['End', 'Last column'],
      ['Ctrl+Home', 'First cell'],
      ['Ctrl+End', 'Last cell'],
      ['Shift+↓', 'Choose more cells'],
      ['Shift+Space', 'Choose the cells of the row'],
      ['Ctrl+Space', 'Choose the cells of the column'],
      ['Ctrl+A', 'Choose all cells'],
      ['Ctrl+C', 'Copy the chosen cells'],
      ['Ctrl+X', 'Cut the chosen cells'],
      ['Ctrl+V', 'Paste from a spreadsheet'],
      ['Ctrl+D', 'Fill down; of a series begun, go on with it'],
      ['Ctrl+R', 'Fill to the right'],
      ['Del', 'Empty the chosen cells'],
      ['Space', 'Choose the record, or tick a box'],
      ['Ctrl+Enter', 'Open the record'],
      ['Alt+Enter', 'Show the record beside the list'],
      ['Alt+↓', 'Open a group'],
      ['Alt+↑', 'Close a group'],
    ],
  },
  {
    title: 'In a building model',
    keys: [
      ['F', 'Show all of it, or what is chosen'],
      ['←', 'Turn the model'],
      ['V', 'Fly through it, or turn it again'],
      ['W', 'Flying: go ahead, S back, A and D aside, Q and E down and up'],
      ['Shift+W', 'Flying: faster'],
      ['I', 'Show only what is chosen'],
      ['H', 'Hide what is chosen'],
      ['A', 'Show everything again'],
      ['G', 'Hint at the rest'],
      ['X', 'Section plane'],
      ['M', 'Measure'],
    ],
  },
] as const

/** Every key, as `?` shows it. */
export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const t = useTranslate()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('Keyboard shortcuts')} size="medium">
      <div className={styles.groups}>
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className={styles.title}>{t(title)}</h3>
            <dl className={styles.list}>
              {keys.map(([combination, does]) => (
                <div key={does} className={styles.line}>
                  <dt>{t(does)}</dt>
                  <dd>
                    <Kbd keys={combination} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
