/** Keeps the last so many values. */
export class RecentMap<T> {
  private readonly values = new Map<string, T>()
  private readonly most: number

  constructor(most: number) {
    this.most = most
  }

  get(name: string): T | undefined {
    return this.values.get(name)
  }

  set(name: string, value: T): void {
    this.values.delete(name)
    this.values.set(name, value)
    if (this.values.size <= this.most) return
    const [oldest] = this.values.keys()
    if (oldest !== undefined) this.values.delete(oldest)
  }

  delete(name: string): void {
    this.values.delete(name)
  }
}
