import { readFileSync } from 'node:fs';
import type { Logger } from '@wallet-buttons/server';
import { readTokens, type Tokens } from './tokens.ts';

/**
 * The tokens of a file, which is read at each request: a token that leaves it opens nothing any more. A line that is wrong, or a file
 * that is missing, opens nothing.
 */
export function tokensIn(file: string, logger: Logger): Tokens {
  let lastProblem = '';
  const report = (problem: string): void => {
    if (problem !== '' && problem !== lastProblem) {
      logger.error('the tokens cannot be read', { file, problem });
    }
    lastProblem = problem;
  };
  return () => {
    try {
      const { tokens, problems } = readTokens(readFileSync(file, 'utf8'));
      report(problems.join(' '));
      return tokens;
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      report(code);
      return [];
    }
  };
}
