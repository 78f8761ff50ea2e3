import { Component, lazy, Suspense, type ReactNode } from 'react'

const CrashPage = lazy(() =>
  import('./pages/crash-page.tsx').then((module) => ({ default: module.CrashPage })),
)

interface PageBoundaryProps {
  /** Another place gets another chance. */
  place: string
  children: ReactNode
}

interface PageBoundaryState {
  error: unknown
  place: string | null
}

/** Around every page: what breaks is said, with a way on, instead of an empty window. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: null, place: null }

  static getDerivedStateFromError(error: unknown): Partial<PageBoundaryState> {
    return { error: error ?? new Error('unknown') }
  }

  static getDerivedStateFromProps(
    { place }: PageBoundaryProps,
    state: PageBoundaryState,
  ): Partial<PageBoundaryState> {
    return state.place === place ? {} : { place, error: state.place === null ? state.error : null }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <Suspense>
        <CrashPage error={this.state.error} />
      </Suspense>
    )
  }
}
