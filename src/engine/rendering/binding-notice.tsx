import { useTranslate } from '#ui/translate.ts'
import type { BindingProblem } from '../bindings/prepare-props.ts'
import { NodeNotice } from './node-notice.tsx'
import styles from './node-notice.module.css'

interface BindingNoticeProps {
  type: string
  id: string
  problems: readonly BindingProblem[]
}

/** Stands where a node's expressions could not be worked out: which one, where, and what is wrong. */
export function BindingNotice({ type, id, problems }: BindingNoticeProps) {
  const t = useTranslate()
  return (
    <NodeNotice title={t('An expression cannot be worked out')} where={`${type} · ${id}`}>
      {problems.map(({ path, text, message }) => (
        <span key={path} className={styles.line}>
          {path}: <code>{text}</code> — {t(message)}
        </span>
      ))}
    </NodeNotice>
  )
}
