import { Option } from 'commander';

/** `--format`: the format in which the service sends a webhook. */
export const formatOption = (): Option =>
  new Option('--format <version>', 'format of the webhook')
    .choices(['v1', 'v2', 'v3'])
    .default('v1');
