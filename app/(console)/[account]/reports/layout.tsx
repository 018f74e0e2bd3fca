import { withWords } from '../../../page-words.tsx';

export default withWords('reports', 'operations', 'list', 'transactions');
