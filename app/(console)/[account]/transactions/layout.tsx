import { withWords } from '../../../page-words.tsx';

export default withWords('list', 'transactions', 'views', 'deliveries', 'resends', 'payments', 'operations');
