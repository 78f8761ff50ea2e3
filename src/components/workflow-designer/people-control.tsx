import { isExpression } from '#contracts/is-expression.ts'
import type { People } from '#contracts/workflow.ts'
import { Button } from '#ui/button.tsx'
import { Combobox } from '#ui/combobox.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useTranslate } from '#ui/translate.ts'
import { roleTitle } from '../design/role-title.ts'
import { useDesignerScope } from './designer-scope.ts'
import { ExpressionControl } from './expression-control.tsx'
import styles from './workflow-designer.module.css'

type Entry = People[number]

interface PeopleControlProps {
  label: string
  value: People
  onChange: (value: People) => void
}

/** Members, everybody of a role, or whom an expression names. */
export function PeopleControl({ label, value, onChange }: PeopleControlProps) {
  const t = useTranslate()
  const { members } = useDesignerScope()
  const starts: Record<string, () => Entry> = {
    member: () => ({ member: members[0]?.user_id ?? '' }),
    role: () => ({ role: 'owner' }),
    worked: () => ({ '=': 'user.id' }),
  }
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {value.map((entry, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no name of their own
        <div key={at} className={styles.withButton}>
          <div className={styles.pair}>
            <SelectField
              label={t('Kind')}
              value={kindOf(entry)}
              options={[
                { value: 'member', label: t('Person') },
                { value: 'role', label: t('Role') },
                { value: 'worked', label: t('Worked out') },
              ]}
              onChange={(kind) => onChange(value.with(at, (starts[kind] ?? (() => entry))()))}
            />
            <Whom entry={entry} onChange={(next) => onChange(value.with(at, next))} />
          </div>
          {value.length > 1 && (
            <IconButton
              icon="x"
              size="compact"
              label={t('Remove')}
              onClick={() => onChange(value.filter((_entry, other) => other !== at))}
            />
          )}
        </div>
      ))}
      <Button
        size="compact"
        variant="ghost"
        icon="plus"
        onClick={() => onChange([...value, { role: 'owner' }])}
      >
        {t('Add somebody')}
      </Button>
    </fieldset>
  )
}

const kindOf = (entry: Entry): string =>
  isExpression(entry) ? 'worked' : 'member' in entry ? 'member' : 'role'

function Whom({ entry, onChange }: { entry: Entry; onChange: (entry: Entry) => void }) {
  const t = useTranslate()
  const { members, roles } = useDesignerScope()
  if (isExpression(entry))
    return <ExpressionControl label={t('Who')} value={entry} onChange={(next) => onChange(next as Entry)} />
  if ('member' in entry)
    return (
      <Combobox
        label={t('Who')}
        clearable={false}
        value={entry.member}
        options={members.map((member) => ({ value: member.user_id, label: member.name }))}
        onChange={(member) => onChange({ member })}
      />
    )
  return (
    <SelectField
      label={t('Who')}
      value={entry.role}
      options={roles.map((role) => ({
        value: role.key,
        label: roleTitle(role, t),
      }))}
      onChange={(role) => onChange({ role })}
    />
  )
}
