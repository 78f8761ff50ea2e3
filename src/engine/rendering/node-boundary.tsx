import { Component, type ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { t } from '#ui/translate.ts'
import { NodeNotice } from './node-notice.tsx'
import styles from './node-notice.module.css'

interface NodeBoundaryProps {
  type: string
  id: string
  /** A failed node is tried again when this changes: its layout or its props. */
  resetKey: unknown
  children: ReactNode
}

interface BoundaryState {
  failed: boolean
  resetKey: unknown
}

/** Keeps the failure of one component at its place: a notice with Retry instead of an empty page. */
export class NodeBoundary extends Component<NodeBoundaryProps, BoundaryState> {
  override state: BoundaryState = { failed: false, resetKey: this.props.resetKey }

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { failed: true }
  }

  static getDerivedStateFromProps(
    { resetKey }: NodeBoundaryProps,
    before: BoundaryState,
  ): BoundaryState | null {
    return resetKey === before.resetKey ? null : { failed: false, resetKey }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <NodeNotice title={t('This part cannot be shown')} where={`${this.props.type} · ${this.props.id}`}>
        <span className={styles.action}>
          <Button size="compact" onClick={() => this.setState({ failed: false })}>
            {t('Try again')}
          </Button>
        </span>
      </NodeNotice>
    )
  }
}
