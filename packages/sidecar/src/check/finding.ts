/** The result of one check, with what to do where it fails. */
export interface Finding {
  readonly result: 'pass' | 'warn' | 'FAIL' | 'skip';
  readonly subject:
    | 'configuration'
    | 'database'
    | 'keys'
    | 'service'
    | 'find-order'
    | 'status-change'
    | 'rest';
  readonly text: string;
}
